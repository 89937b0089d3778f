import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and the certificate that it signed itself, as PEM: good for the process that made them. */
export interface Certificate {
  key: string;
  certificate: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** The few words of DER (X.690) that a certificate (RFC 5280) is written in. */
const INTEGER = 0x02;
const BITS = 0x03;
const BYTES = 0x04;
const IDENTIFIER = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const DNS_NAME = 0x82;
const ADDRESS = 0x87;
const explicit = (number: number): number => 0xa0 + number;

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

const identifier = (hex: string): Buffer => der(IDENTIFIER, Buffer.from(hex, 'hex'));
const COMMON_NAME = identifier('550403');
const ALTERNATIVE_NAMES = identifier('551d11');
const ECDSA_WITH_SHA256 = der(SEQUENCE, identifier('2a8648ce3d040302'));

const nameOf = (text: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from(text)))));

const timeOf = (epochMs: number): Buffer => {
  const digits = new Date(epochMs).toISOString().replace(/\D/g, '').slice(0, 14);
  return der(TIME, Buffer.from(`${digits}Z`));
};

const pem = (kind: string, bytes: Buffer): string =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;

/**
 * Makes a certificate for some names and 127.0.0.1 that is valid today.
 * @param names of which the first is its subject.
 */
export function makeCertificate(names: readonly [string, ...string[]]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hosts = [
    ...names.map((name) => der(DNS_NAME, Buffer.from(name))),
    der(ADDRESS, Buffer.from([127, 0, 0, 1])),
  ];
  const extension = der(SEQUENCE, ALTERNATIVE_NAMES, der(BYTES, der(SEQUENCE, ...hosts)));
  const facts = der(
    SEQUENCE,
    der(explicit(0), der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(names[0]),
    der(SEQUENCE, timeOf(Date.now() - DAY_MS), timeOf(Date.now() + DAY_MS)),
    nameOf(names[0]),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(explicit(3), der(SEQUENCE, extension)),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', facts, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pem('CERTIFICATE', der(SEQUENCE, facts, ECDSA_WITH_SHA256, signature)),
  };
}
