import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a database that can be closed and opened again, on the same port, or silenced. */
export class Road {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly #pairs = new Set<[near: Socket, far: Socket]>()
  readonly #server: Server
  #port = 0

  static async to(url: string): Promise<Road> {
    const road = new Road(url)
    await road.open()
    onTestFinished(() => road.close())
    return road
  }

  constructor(url: string) {
    this.#target = new URL(url)
    this.#server = createServer((near) => {
      const far = connect(this.#destination())
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => this.#sockets.delete(socket))
      }
      const pair: [Socket, Socket] = [near, far]
      this.#pairs.add(pair)
      near.on('close', () => this.#pairs.delete(pair))
      near.pipe(far).pipe(near)
    })
  }

  get url(): string {
    const url = new URL(this.#target)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  #destination(): NetConnectOpts {
    const { hostname, port, searchParams } = this.#target
    const socketFolder = searchParams.get('host')
    if (socketFolder !== null) return { path: `${socketFolder}/.s.PGSQL.${port || 5432}` }
    return { host: hostname, port: Number(port || 5432) }
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Nothing passes any more on the connections that there are, or no answer does; new ones work. */
  silence(what: 'everything' | 'answers' = 'everything'): void {
    for (const [near, far] of this.#pairs) {
      far.unpipe(near)
      if (what === 'everything') near.unpipe(far)
    }
    this.#pairs.clear()
  }

  /** No new connections; what there is stays. */
  refuse(): void {
    this.#server.close()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }
}
