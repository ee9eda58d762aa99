/** Writes the XML documents of the embedded store. */
import type { S3Error } from "./s3-error.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Escapes the text of an element. Control characters become references, so that parsers do not normalise them. */
function text(value: string | number | boolean): string {
  return String(value).replace(
    /[&<>"\u0000-\u001f\u007f]/g,
    (character) => `&#x${character.charCodeAt(0).toString(16)};`,
  );
}

function element(name: string, value: string | number | boolean): string {
  return `<${name}>${text(value)}</${name}>`;
}

/** The document of an error. */
export function errorDocument(error: S3Error, requestId: string): string {
  const parts = [element("Code", error.code), element("Message", error.message), element("RequestId", requestId)];
  return `${declaration}<Error>${parts.join("")}</Error>`;
}

/** The answer of CopyObject. */
export function copyDocument(etag: string, lastModified: Date): string {
  const parts = [element("LastModified", lastModified.toISOString()), element("ETag", `"${etag}"`)];
  return `${declaration}<CopyObjectResult>${parts.join("")}</CopyObjectResult>`;
}

export interface ListedObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
}

export interface ListPage {
  readonly bucket: string;
  readonly prefix: string;
  readonly maxKeys: number;
  readonly objects: readonly ListedObject[];
  readonly nextContinuationToken: string | undefined;
  /** Whether keys and prefix are percent-encoded: XML 1.0 cannot hold every character of a key. */
  readonly urlEncoded: boolean;
}

/** The answer of ListObjectsV2. */
export function listDocument(page: ListPage): string {
  const name = (value: string) => (page.urlEncoded ? encodeURIComponent(value) : value);
  const contents = page.objects.map((object) => {
    const parts = [
      element("Key", name(object.key)),
      element("LastModified", object.lastModified.toISOString()),
      element("ETag", `"${object.etag}"`),
      element("Size", object.size),
      element("StorageClass", "STANDARD"),
    ];
    return `<Contents>${parts.join("")}</Contents>`;
  });
  const parts = [
    element("Name", page.bucket),
    element("Prefix", name(page.prefix)),
    element("KeyCount", page.objects.length),
    element("MaxKeys", page.maxKeys),
    element("IsTruncated", page.nextContinuationToken !== undefined),
  ];
  if (page.nextContinuationToken !== undefined) {
    parts.push(element("NextContinuationToken", page.nextContinuationToken));
  }
  if (page.urlEncoded) parts.push(element("EncodingType", "url"));
  const xmlns = "http://s3.amazonaws.com/doc/2006-03-01/";
  return `${declaration}<ListBucketResult xmlns="${xmlns}">${parts.join("")}${contents.join("")}</ListBucketResult>`;
}
