/** An answer whose JSON is encoded already, off the event loop. */
export class EncodedJson {
  readonly bytes: Buffer

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength)
  }

  toValue(): unknown {
    return JSON.parse(this.bytes.toString())
  }
}
