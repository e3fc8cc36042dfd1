import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. `claims` is the size that the archive claims for it. */
interface File {
  content: string | Uint8Array;
  claims?: number;
  encrypted?: boolean;
}

/** Writes a zip archive. */
export function zip(files: Record<string, string | Uint8Array | File>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, given] of Object.entries(files)) {
    const file =
      typeof given === 'string' || given instanceof Uint8Array ? { content: given } : given;
    const content = Buffer.from(file.content);
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    // Version, flags (names are UTF-8), deflated, time, day, checksum, sizes, length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800 | (file.encrypted ? 1 : 0), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(file.claims ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    bodies.push(Buffer.from('PK\x03\x04'), facts, name, packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, tail, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  const listed = Buffer.concat(directory);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06'), end]);
}
