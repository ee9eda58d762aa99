import { OtlpDecodeError, RecordFault } from "./faults.ts";
import { limits } from "./limits.ts";

/** The content of a request: the records to store, and how many were rejected and why. */
export interface Decoded<Records> {
  records: Records;
  rejected: number;
  /** Names the first refused records by JSON pointer; empty when nothing was refused. */
  errorMessage: string;
}

/** Fields that a record takes from its resource and scope. */
export interface Origin {
  readonly serviceName: string;
  readonly resourceJson: string;
  readonly scopeJson: string;
}

/** A fault of the resource or of the scope is returned, to be thrown for each of its records. */
export function originOf(
  serviceName: string,
  resourceJson: string | RecordFault,
  scopeJson: string | RecordFault,
): Origin | RecordFault {
  if (resourceJson instanceof RecordFault) return resourceJson;
  if (scopeJson instanceof RecordFault) return scopeJson;
  return { serviceName, resourceJson, scopeJson };
}

const namedFindings = 5;

/** Counts one request's records, and collects its findings, under the limits of a request. */
export class Batch<Records extends { readonly length: number }> {
  private readonly records: Records;
  private readonly findings: string[] = [];
  private rejected = 0;
  private unnamed = 0;
  private origins = 0;
  private sharedText = 0;

  /** @param records where the records of the request are added. */
  constructor(records: Records) {
    this.records = records;
  }

  /** Counts a resource or a scope. */
  countOrigin(): void {
    if (++this.origins > limits.origins) {
      throw new OtlpDecodeError(`a request may hold at most ${limits.origins} resources and scopes`);
    }
  }

  /** Counts a record of this origin, which was added. */
  added({ resourceJson, scopeJson }: Origin): void {
    this.sharedText += resourceJson.length + scopeJson.length;
    if (this.sharedText > limits.sharedText) {
      throw new OtlpDecodeError("resource and scope attributes are too large for the number of records they apply to");
    }
    this.checkCount();
  }

  /** `count`: how many of what is counted are refused for this reason. */
  reject(pointer: string, reason: string, count = 1): void {
    this.rejected += count;
    this.unnamed += count - 1;
    if (this.findings.length < namedFindings) this.findings.push(`${pointer}: ${reason}`);
    else this.unnamed++;
    this.checkCount();
  }

  finish(): Decoded<Records> {
    const rest = this.unnamed > 0 ? [`and ${this.unnamed} more`] : [];
    return {
      records: this.records,
      rejected: this.rejected,
      errorMessage: [...this.findings, ...rest].join("; "),
    };
  }

  private checkCount(): void {
    if (this.records.length + this.rejected > limits.records) {
      throw new OtlpDecodeError(`a request may hold at most ${limits.records} records`);
    }
  }
}
