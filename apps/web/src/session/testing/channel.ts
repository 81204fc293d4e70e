/** A broadcast channel as browsers have it: a message says which origin it is from. */
export class Channel extends EventTarget {
  static readonly open = new Set<Channel>()
  static forgedOrigin: string | undefined
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }
  postMessage(data: unknown) {
    const origin = Channel.forgedOrigin ?? location.origin
    for (const other of [...Channel.open]) {
      if (other === this || other.name !== this.name) continue
      other.dispatchEvent(Object.assign(new Event('message'), { data, origin }))
    }
  }
  close() {
    Channel.open.delete(this)
  }
}
