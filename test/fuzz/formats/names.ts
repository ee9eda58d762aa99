/** Names of functions as compilers mangle them: C++ (Itanium ABI), Rust and Swift, their parts in any order. */
import { demangle } from "@accord/debug-info/native";
import { changedBytes } from "../bytes.ts";
import type { Format } from "../format.ts";

const names = [
  "_ZN4shop4cart3addERKSsiPFvPvE",
  "_ZNSt6vectorIiSaIiEE9push_backERKi",
  "_Z1f1AIiES_IS0_S0_ES_IS1_S1_E",
  "_RNvCs1234_7mycrate3foo",
  "_RINvNtC3std3mem4swapjE",
  "$ss5print_9separator10terminatoryypd_S2StF",
  "$s7SwiftUI12__GridLayoutVAA014_VariadicView_F4RootAAWP",
  "$s4Shop4CartC5totalSiyFSiSSXEfU_",
].map((name) => Buffer.from(name));

const parts = [
  ..."vibcdPRKNEIJTSDFMLX_0123456789".split(""),
  ...[
    "S_",
    "S0_",
    "S1_",
    "S2_",
    "T_",
    "T0_",
    "Dp",
    "DpT_",
    "Dt",
    "DT",
    "cl",
    "sZ",
    "St",
    "Sa",
    "Ss",
    "L_Z",
    "1a",
    "4shop",
    "C1",
    "D0",
  ],
  ...["4Shop", "AA", "A2a", "yy", "XE", "fU_", "tcfC", "Sg", "SaySiG", "Si_SStF", "vg", "Rzl", "r0_l", "Tg5", "9_t"],
  ...["B_", "B0_", "Nv", "Nt", "Cs", "INv", "7mycrate", "u", "K0_", "Q", "_R", "_Z", "nw", "il", "fp", "UlvE_", "Li1E"],
];

export const mangledNames: Format = {
  name: "names",
  memory: 32,
  sample: Buffer.from("_ZN4shop4cart3addERKSsiPFvPvE"),
  generate(random) {
    if (random.chance(0.5)) return changedBytes(random.pick(names), random, names).subarray(0, 16_384);
    const repeated = random.chance(0.2) ? random.below(400) : 1;
    const made = Array.from({ length: random.below(60) }, () => random.pick(parts)).join("");
    return Buffer.from(
      random.pick(["_Z", "_ZN", "_Z1f", "_R", "_RNv", "$s", "$s4Shop"]) + made.repeat(repeated),
    ).subarray(0, 16_384);
  },
  read(input) {
    demangle(input.toString("latin1"));
    return undefined;
  },
  isRefusal: () => false,
};
