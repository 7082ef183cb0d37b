import { urlCredentials } from './url-credentials.ts';

/** A bucket of an S3-compatible store, with credentials. */
export type S3Account = {
  /** The base URL of the objects, without a trailing slash, such as https://s3.example/bucket/folder. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
};

/** Reads `https://key:secret@s3.example/bucket/folder?region=eu-central-1`; folder and region may be left out. */
export function readS3Account(text: string): S3Account | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, host, pathname, searchParams } = url;
  const credentials = urlCredentials(url);
  const path = pathname.replace(/\/+$/, '');
  const { region = 'us-east-1', ...unknown } = Object.fromEntries(searchParams);
  if (!credentials || path === '' || Object.keys(unknown).length > 0) return undefined;
  return {
    url: `${protocol}//${host}${path}`,
    region,
    keyId: credentials.user,
    secret: credentials.password,
  };
}
