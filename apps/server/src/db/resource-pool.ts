import { ServiceError } from '@awan/protocol/errors'

export interface ResourcePoolOptions<R> {
  max: number
  waitMs: number
  create(): R
  /** A broken one is replaced instead of being handed out. */
  isUsable(resource: R): boolean
  destroy(resource: R): void | Promise<void>
}

/** A few resources, each used by one caller at a time, made when first needed, in turn. */
export class ResourcePool<R> {
  readonly #options: ResourcePoolOptions<R>
  readonly #idle: R[] = []
  readonly #waiting = new Set<PromiseWithResolvers<R>>()
  #size = 0

  constructor(options: ResourcePoolOptions<R>) {
    this.#options = options
  }

  async use<T>(work: (resource: R) => Promise<T>): Promise<T> {
    const resource = this.#takeIdle() ?? (await this.#waitForNext())
    try {
      return await work(resource)
    } finally {
      this.#putBack(resource)
    }
  }

  /** Call when nothing is in use. */
  async close(): Promise<void> {
    const idle = this.#idle.splice(0)
    this.#size -= idle.length
    await Promise.all(idle.map((resource) => this.#options.destroy(resource)))
  }

  #takeIdle(): R | undefined {
    for (let resource = this.#idle.pop(); resource !== undefined; resource = this.#idle.pop()) {
      if (this.#options.isUsable(resource)) return resource
      this.#drop(resource)
    }
    return this.#size < this.#options.max ? this.#create() : undefined
  }

  async #waitForNext(): Promise<R> {
    const place = Promise.withResolvers<R>()
    this.#waiting.add(place)
    const timer = setTimeout(() => {
      this.#waiting.delete(place)
      place.reject(
        new ServiceError('unavailable', { description: 'The database is busy; try again' }),
      )
    }, this.#options.waitMs)
    try {
      return await place.promise
    } finally {
      clearTimeout(timer)
    }
  }

  #putBack(resource: R): void {
    const usable = this.#options.isUsable(resource)
    if (!usable) this.#drop(resource)
    for (const next of this.#waiting) {
      this.#waiting.delete(next)
      try {
        next.resolve(usable ? resource : this.#create())
        return
      } catch (error) {
        next.reject(error)
      }
    }
    if (usable) this.#idle.push(resource)
  }

  #create(): R {
    const resource = this.#options.create()
    this.#size++
    return resource
  }

  #drop(resource: R): void {
    this.#size--
    void this.#options.destroy(resource)
  }
}

/** So many callers at a time, whatever they do. */
export function createPlaces(max: number, waitMs: number): ResourcePool<true> {
  const isUsable = () => true
  return new ResourcePool({ max, waitMs, create: () => true, isUsable, destroy: () => undefined })
}
