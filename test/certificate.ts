import { generateKeyPairSync, sign } from 'node:crypto'

const [integer, bitString, octetString, oid, utf8, sequence, set, utcTime] = [2, 3, 4, 6, 12, 0x30, 0x31, 0x17]
const dayMs = 86_400_000

/** A fresh certificate for localhost that is its own authority, for today, with its key; both as PEM. */
export function makeCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const byEcdsa = der(sequence, der(oid, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(sequence, der(oid, Buffer.from('550403', 'hex')), der(utf8, Buffer.from('localhost')))
  const name = der(sequence, der(set, commonName))
  const validity = der(sequence, timeAt(Date.now() - dayMs), timeAt(Date.now() + dayMs))
  const extensions = der(sequence, extension('551d11', der(sequence, der(0x82, Buffer.from('localhost')))))
  const version3 = der(0xa0, der(integer, Buffer.from([2])))
  const serial = der(integer, Buffer.from([1]))
  const publicInfo = publicKey.export({ type: 'spki', format: 'der' })
  const toSign = der(sequence, version3, serial, byEcdsa, name, validity, name, publicInfo, der(0xa3, extensions))
  const signature = sign('sha256', toSign, privateKey)
  const certificate = der(sequence, toSign, byEcdsa, der(bitString, Buffer.from([0]), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A value of ASN.1 in its distinguished encoding (X.690), of at most 65,535 bytes. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const low = length & 255
  const sizes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, low]
  return Buffer.concat([Buffer.from([tag, ...sizes]), content])
}

function timeAt(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, '')
  return der(utcTime, Buffer.from(text.slice(2)))
}

function extension(id: string, value: Uint8Array): Buffer {
  return der(sequence, der(oid, Buffer.from(id, 'hex')), der(octetString, value))
}
