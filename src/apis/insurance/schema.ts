import { insurerEntity } from "./entities/insurer.ts";
import { CreateInsurers1790000500000 } from "./migrations/1790000500000-create-insurers.ts";

export const insuranceEntities = [insurerEntity];

export const insuranceMigrations = [CreateInsurers1790000500000];
