// Issues certificates for HTTPS on this machine. They are signed by an authority that belongs to
// this user, and that browsers and phones trust once it is installed there. Name constraints limit
// the authority to names of this machine and IP addresses, so a stolen key is useless for public
// sites.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { withFileLock } from './locked-file.ts';
import { type ProcessTable, systemProcessTable } from './process-table.ts';

const { asn1, pki } = forge;

const NAMES = ['localhost', 'host.docker.internal'];
/** The loopback addresses, and this machine's address in Android's emulator. */
const ADDRESSES = ['127.0.0.1', '::1', '10.0.2.2'];
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Apple rejects server certificates that are valid for longer than 825 days. */
const CERTIFICATE_DAYS = 90;
const OWNER_ONLY = 0o600;
/** RFC 5280, section 4.2.1.10. */
const NAME_CONSTRAINTS = '2.5.29.30';
/** The tags of a name and of an address in a GeneralName. */
const GENERAL_NAME = { dns: 2, ip: 7 };

/** A private key and its certificate, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** The authority's certificate file, which is installed on devices that should trust it. */
export function authorityFile(folder: string): string {
  return join(folder, 'certificate.pem');
}

/**
 * Issues a certificate for the loopback names and the given addresses. Creates an authority if
 * there is none that stays valid long enough.
 * @param folder of the authority, private to this user
 */
export function issueCertificate(
  folder: string,
  addresses: readonly string[],
  processes: ProcessTable = systemProcessTable,
): Certificate {
  const authority = readAuthority(folder, processes);
  const issuer = pki.certificateFromPem(authority.certificate);
  return sign({
    subject: 'localhost',
    days: CERTIFICATE_DAYS,
    issuer: { attributes: issuer.subject.attributes, key: pki.privateKeyFromPem(authority.key) },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...NAMES.map((value) => ({ type: GENERAL_NAME.dns, value })),
          ...[...ADDRESSES, ...addresses].map((ip) => ({ type: GENERAL_NAME.ip, ip })),
        ],
      },
    ],
  });
}

/** Key and certificate are one file, so concurrent starts always read a matching pair. */
function readAuthority(folder: string, processes: ProcessTable): Certificate {
  const file = join(folder, 'authority.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withFileLock(file, processes, () => {
    const stored = existsSync(file) ? parseAuthority(readFileSync(file, 'utf8')) : undefined;
    const authority = stored ?? createAuthority();
    if (stored === undefined) writeFileAtomically(file, JSON.stringify(authority), OWNER_ONLY);
    chmodSync(file, OWNER_ONLY);
    writeFileAtomically(authorityFile(folder), authority.certificate);
    return authority;
  });
}

/** Undefined if it is damaged or expires before a certificate that it would sign. */
function parseAuthority(text: string): Certificate | undefined {
  try {
    const authority = JSON.parse(text) as Certificate;
    pki.privateKeyFromPem(authority.key);
    const { notAfter } = pki.certificateFromPem(authority.certificate).validity;
    return notAfter.getTime() > Date.now() + CERTIFICATE_DAYS * DAY_MS ? authority : undefined;
  } catch {
    return undefined;
  }
}

function createAuthority(): Certificate {
  return sign({
    subject: `Savepoint of ${userInfo().username} on ${hostname()}`,
    days: AUTHORITY_DAYS,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
      { id: NAME_CONSTRAINTS, critical: true, value: permittedNames() },
    ],
  });
}

/** `permittedSubtrees [0]` with a dNSName per name; addresses are not constrained. */
function permittedNames(): string {
  const { Class, Type, create } = asn1;
  const subtrees = NAMES.map((name) =>
    create(Class.UNIVERSAL, Type.SEQUENCE, true, [
      create(Class.CONTEXT_SPECIFIC, GENERAL_NAME.dns, false, name),
    ]),
  );
  const constraints = create(Class.UNIVERSAL, Type.SEQUENCE, true, [
    create(Class.CONTEXT_SPECIFIC, 0, true, subtrees),
  ]);
  return asn1.toDer(constraints).getBytes();
}

interface CertificateRequest {
  /** Common name. */
  readonly subject: string;
  readonly days: number;
  /** Absent if self-signed. */
  readonly issuer?: { readonly attributes: forge.pki.CertificateField[]; readonly key: forge.pki.PrivateKey };
  readonly extensions: object[];
}

function sign({ subject, days, issuer, extensions }: CertificateRequest): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = pki.createCertificate();
  const attributes = [
    { shortName: 'CN', value: subject },
    { shortName: 'O', value: 'Savepoint' },
  ];
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  // The serial number must be positive: its first bit is 0.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  // The clocks of other machines may be behind.
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY_MS);
  certificate.setSubject(attributes);
  certificate.setIssuer(issuer?.attributes ?? attributes);
  certificate.setExtensions(extensions);
  const key = issuer?.key ?? pki.privateKeyFromPem(privateKey);
  certificate.sign(key as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return { key: privateKey, certificate: pki.certificateToPem(certificate) };
}
