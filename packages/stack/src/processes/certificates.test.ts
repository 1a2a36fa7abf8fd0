import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import forge from 'node-forge';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authorityFile, type Certificate, issueCertificate } from './certificates.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Serves with this certificate and connects as a client that trusts the authority. */
async function connectAs(host: string, { key, certificate }: Certificate): Promise<string> {
  const server = createServer({ key, cert: certificate }, (socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = readFileSync(authorityFile(folder));
  // The names in the certificate are checked against `host`, like the host of a URL.
  const isAddress = /^[\d.]+$/.test(host);
  const client = connect({ port, host: '127.0.0.1', ca, ...(!isAddress && { servername: host }) });
  const outcome = await once(client, 'secureConnect').then(
    () => 'trusted',
    (error: Error) => error.message,
  );
  client.destroy();
  server.close();
  return outcome;
}

it('a client that trusts the authority accepts a certificate for the names of this machine', async () => {
  const certificate = issueCertificate(folder, ['192.168.1.5']);
  for (const host of ['localhost', '127.0.0.1', 'host.docker.internal']) {
    expect(await connectAs(host, certificate)).toBe('trusted');
  }
  expect(await connectAs('app.example', certificate)).toContain("does not match certificate's altnames");
});

it('a certificate contains the addresses of this machine', () => {
  const { certificate } = issueCertificate(folder, ['192.168.1.5']);
  const { altNames } = forge.pki.certificateFromPem(certificate).getExtension('subjectAltName') as {
    altNames: { value: string; ip?: string }[];
  };
  expect(altNames.map(({ value, ip }) => ip ?? value)).toEqual(
    expect.arrayContaining(['localhost', '127.0.0.1', '10.0.2.2', '192.168.1.5']),
  );
});

it('an authority is kept, and its key is readable by its owner only', () => {
  issueCertificate(folder, []);
  const first = readFileSync(authorityFile(folder), 'utf8');
  issueCertificate(folder, []);
  expect(readFileSync(authorityFile(folder), 'utf8')).toBe(first);
  expect(statSync(join(folder, 'authority.json')).mode & 0o777).toBe(0o600);
});

it('an authority with a damaged file is replaced', async () => {
  issueCertificate(folder, []);
  writeFileSync(join(folder, 'authority.json'), '{"key": ');
  expect(await connectAs('localhost', issueCertificate(folder, []))).toBe('trusted');
});

it('an authority cannot sign for public sites', async () => {
  const { key, certificate: pem } = issueCertificate(folder, []);
  const authority = JSON.parse(readFileSync(join(folder, 'authority.json'), 'utf8')) as Certificate;
  const forged = forge.pki.certificateFromPem(pem);
  forged.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: 'bank.example' }] }]);
  forged.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  const certificate = forge.pki.certificateToPem(forged);
  expect(await connectAs('bank.example', { key, certificate })).toContain('permitted subtree violation');
});
