/** The lists behind remote fields. */
import type { Schemas } from "#generated/insurer/contract.ts";

type Option = Schemas["Option"];

export interface OptionList {
  /** The fewest characters it is searched with; 0 where it can be read through. */
  readonly minQueryLength: number;
  readonly options: readonly Option[];
}

const models: Readonly<Record<string, string>> = {
  Toyota: "Avalon,Camry,Corolla,Fortuner,Hiace,Highlander,Hilux,Land Cruiser,Prado,RAV4,Sienna,Venza,Yaris",
  Honda: "Accord,City,Civic,CR-V,Fit,HR-V,Odyssey,Pilot",
  Hyundai: "Accent,Creta,Elantra,i10,Santa Fe,Sonata,Tucson",
  Kia: "Cerato,Picanto,Rio,Sorento,Soul,Sportage",
  Ford: "Edge,Escape,Explorer,Focus,Ranger,Transit",
  Nissan: "Almera,Altima,Frontier,Pathfinder,Rogue,Sentra,X-Trail",
  "Mercedes-Benz": "C-Class,E-Class,GLC,GLE,Sprinter,Vito",
  Peugeot: "206,301,307,406,508,Partner",
  Volkswagen: "Golf,Jetta,Passat,Polo,Tiguan,Transporter",
  Innoson: "Caris,Fox,G40,Umu",
  Lexus: "ES 350,GX 460,LX 570,RX 350",
  Mazda: "323,626,CX-5,MPV",
  Mitsubishi: "L200,Lancer,Outlander,Pajero",
  Suzuki: "Alto,Celerio,Swift,Vitara",
};

const destinations =
  "Angola,Argentina,Australia,Austria,Belgium,Benin,Botswana,Brazil,Cameroon,Canada,Cape Verde,Chile,China,Côte d'Ivoire,Croatia,Cyprus,Denmark,Egypt,Ethiopia,Finland,France,Gambia,Germany,Ghana,Greece,Guinea,Hungary,Iceland,India,Indonesia,Ireland,Italy,Japan,Kenya,Liberia,Malaysia,Mali,Mauritius,Mexico,Morocco,Mozambique,Namibia,Netherlands,New Zealand,Niger,Norway,Oman,Poland,Portugal,Qatar,Romania,Rwanda,Saudi Arabia,Senegal,Sierra Leone,Singapore,South Africa,South Korea,Spain,Sweden,Switzerland,Tanzania,Thailand,Togo,Tunisia,Türkiye,Uganda,United Arab Emirates,United Kingdom,United States,Uruguay,Vietnam,Zambia,Zimbabwe";

const cities =
  "Aba,Abakaliki,Abeokuta,Abuja,Ado-Ekiti,Akure,Asaba,Awka,Bauchi,Benin City,Calabar,Enugu,Gombe,Gusau,Ibadan,Ijebu-Ode,Ikeja,Ilorin,Jalingo,Jos,Kaduna,Kano,Katsina,Lafia,Lagos,Lokoja,Maiduguri,Makurdi,Minna,Nnewi,Nsukka,Onitsha,Osogbo,Owerri,Port Harcourt,Sapele,Sokoto,Umuahia,Uyo,Warri,Yenagoa,Yola,Zaria";

/** Null where there is no such list, or nothing under this parent. */
export function optionList(list: string, parent: string | null): OptionList | null {
  if (list === "vehicle-models" && parent !== null) {
    const make = Object.keys(models).find((name) => optionValue(name) === parent);
    return make === undefined ? null : { minQueryLength: 1, options: optionsOf(models[make] ?? "") };
  }
  if (parent !== null) return null;
  switch (list) {
    case "vehicle-makes":
      return { minQueryLength: 2, options: Object.keys(models).map(toOption) };
    case "destinations":
      return { minQueryLength: 0, options: optionsOf(destinations) };
    case "cities":
      return { minQueryLength: 0, options: optionsOf(cities) };
    default:
      return null;
  }
}

function optionsOf(names: string): Option[] {
  return names.split(",").map(toOption);
}

function toOption(label: string): Option {
  return { value: optionValue(label), label };
}

function optionValue(label: string): string {
  return label
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}
