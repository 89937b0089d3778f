/** How storage services sign an address: by the parameter with the signature, those that come with it. */
const SCHEMES: readonly { signature: string; parts: RegExp }[] = [
  // AWS Signature Version 4, also of services that are compatible with S3:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
  { signature: 'x-amz-signature', parts: /^x-amz-/ },
  // Google Cloud Storage: https://cloud.google.com/storage/docs/authentication/signatures
  { signature: 'x-goog-signature', parts: /^x-goog-/ },
  // CloudFront, Google's CDN, and the older ways of S3, Google and Alibaba:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html
  {
    signature: 'signature',
    parts:
      /^(?:signature|expires|policy|key-pair-id|hash-algorithm|keyname|awsaccesskeyid|googleaccessid|ossaccesskeyid)$/,
  },
  // Azure: https://learn.microsoft.com/rest/api/storageservices/create-service-sas
  { signature: 'sig', parts: /^(?:sig|sv|ss|srt|sr|st|se|si|sip|sp|spr|sk[a-z]{1,3})$/ },
];

const nameOf = (parameter: string): string => (parameter.split('=', 1)[0] ?? '').toLowerCase();

/**
 * An address without what signs it. Storage services sign one for a time, anew whenever it is given away:
 * what remains says which file it is, today as later. Of other addresses nothing is left out.
 * @param address as delivered; it need not be a valid one.
 */
export function unsigned(address: string): string {
  const [whole = '', ...fragment] = address.split('#');
  const [path = '', ...query] = whole.split('?');
  const parameters = query.join('?').split('&');
  const names = parameters.map(nameOf);
  const signed = SCHEMES.filter(({ signature }) => names.includes(signature));
  if (signed.length === 0) return address;
  const kept = parameters
    .filter((parameter) => !signed.some(({ parts }) => parts.test(nameOf(parameter))))
    .join('&');
  return [kept === '' ? path : `${path}?${kept}`, ...fragment].join('#');
}

/** The address by which an image is known in the service, delivery after delivery. */
export const sourceUrlOf = ({ url }: { url: string | null }): string | null =>
  url === null ? null : unsigned(url);
