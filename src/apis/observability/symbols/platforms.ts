/** Platforms by the names that symbols are kept under, whatever a client calls them. */

/** Other spellings that clients use, without separators. `web` is all JavaScript outside of React Native. */
const aliases: Readonly<Record<string, string>> = {
  browser: "web",
  javascript: "web",
  js: "web",
  webjs: "web",
  node: "web",
  nodejs: "web",
  reactnative: "react-native",
  dart: "flutter",
  java: "android",
  kotlin: "android",
  jvm: "android",
  ndk: "android",
  iphoneos: "ios",
  ipados: "ios",
  macosx: "macos",
  osx: "macos",
  darwin: "macos",
  xros: "visionos",
  maccatalyst: "catalyst",
};

const most = 64;

/** `React_Native` is `react-native`, `JavaScript` is `web`; names that are not known stay as they are, in lower case. */
export function platformOf(name: string): string {
  const lower = name.slice(0, most).trim().toLowerCase();
  const bare = lower.replaceAll(/[\s_.-]/g, "");
  return (Object.hasOwn(aliases, bare) ? aliases[bare] : undefined) ?? lower.replaceAll(/[\s_]/g, "-");
}
