import { CreateOrdering1790000400000 } from "./migrations/1790000400000-create-ordering.ts";

export const orderingMigrations = [CreateOrdering1790000400000];
