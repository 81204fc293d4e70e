import { ServiceError } from '@awan/protocol/errors'
import { toStoredName } from '@awan/protocol/name-problem'
import type { FastifyReply } from 'fastify'
import { type CallsPerMinute, USUAL_CALLS } from '../limits/limit-calls.ts'
import { type DavCall, type DavParts, readBody } from '../webdav/dav-call.ts'
import type { DavGuards } from '../webdav/dav-caller.ts'
import { type FindRoot, hrefsFor, withoutEndSlashes, withoutQuery } from '../webdav/dav-path.ts'
import type { DoorDrive } from '../webdav/door-drives.ts'
import type { Resource } from '../webdav/live-properties.ts'
import type { Method } from '../webdav/methods.ts'
import { sendMultistatus } from '../webdav/multistatus.ts'
import { toResponse } from '../webdav/property-request.ts'
import { describeFound, type FoundNode } from './describe-found.ts'
import { type FindServices, type FoundPart, findMatches, type Scope } from './find-matches.ts'
import { MOST } from './parse-limits.ts'
import { matches } from './search-condition.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { type Order, parseSearch, type SearchRequest } from './search-request.ts'

interface Match {
  door: DoorDrive
  one: FoundNode
}

/** `SEARCH` (RFC 5323) in all that the caller reaches: by names, dates, types, favourites and numbers. */
export function createSearchMethod(
  services: FindServices,
  guards: Pick<DavGuards, 'takePoint'>,
  { search }: Pick<CallsPerMinute, 'search'> = USUAL_CALLS,
): Method {
  /** A page of it costs what a search of the web app does, and is counted as one. Nobody looks for a client that has gone. */
  async function beforePage({ caller, reply }: DavCall): Promise<void> {
    if (reply.raw.closed) {
      throw new ServiceError('cancelled', { description: 'the client has disconnected' })
    }
    await guards.takePoint(`drive search user ${caller.person.sub}`, {
      points: search,
      perSeconds: 60,
      isLocal: true,
    })
  }

  return {
    changes: false,

    async answer(parts: DavParts, call: DavCall): Promise<FastifyReply> {
      const request = parseSearch(await readBody(call))
      const { names, toHref } = openScope(call, request.scope.address)
      const wanted = { plan: planSearch(request), scope: { names } }
      const chosen = new Chosen(request, wanted)
      const matching = findMatches(parts, call, services, {
        ...wanted,
        isEnough: (door) => chosen.isEnough(door),
        beforePage: () => beforePage(call),
      })
      for await (const part of matching) {
        chosen.add(part)
        if (chosen.isFull) break
      }
      const shown = chosen.inOrder()
      const found = describeShown(parts, { ...call, toHref }, request, shown)
      return sendMultistatus(parts, call, found, (resource) => toResponse(resource, request.asked))
    },
  }
}

/** `/files/USER/PATH`, with or without what our own addresses begin with. */
function openScope(call: DavCall, address: string): Scope & Pick<DavCall, 'toHref'> {
  const written = withoutEndSlashes(withoutQuery(call.request.url))
  const [, user = '', rest = ''] =
    /^(?:https?:\/\/[^/]+)?(?:\/+remote\.php\/+dav)?\/*files\/+([^/]+)(\/.*)?$/s.exec(address) ?? []
  const root = `${written}/files/${user}`
  if (user === '' || call.findRoot(root) === undefined) {
    throw new ServiceError('not_found', { description: 'the scope must be below your own files' })
  }
  const names = rest.split('/').filter((name) => name !== '')
  const path = { root, names: [], isFolder: true }
  return { names: names.map(decodeLeniently).map(toStoredName), toHref: hrefsFor(root, path) }
}

/** Some clients encode it and some do not. */
function decodeLeniently(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** What is told of what was found: in the order that was asked for, and so many of it. */
class Chosen {
  readonly #request: SearchRequest
  readonly #scope: Scope
  /** What comes in the right order need not be gone through to its end, in each drive. */
  readonly #isOrdered: boolean
  readonly #needed: number
  readonly #byDrive = new Map<DoorDrive, Match[]>()
  #count = 0

  constructor(request: SearchRequest, { plan, scope }: { plan: SearchPlan; scope: Scope }) {
    const { orders, limits } = request
    this.#request = request
    this.#scope = scope
    this.#isOrdered = orders.length === 0 || (plan.kind === 'media' && plan.isOrdered)
    this.#needed = limits.first + limits.most
  }

  add({ door, found }: FoundPart): void {
    const { condition, scope } = this.#request
    const matching = found.filter(
      (one) =>
        isBelow(one.names, this.#scope.names, scope.depth === '1') && matches(condition, one),
    )
    const known = this.#byDrive.get(door) ?? []
    this.#byDrive.set(door, [...known, ...matching.map((one) => ({ door, one }))])
    this.#count += matching.length
  }

  isEnough(door: DoorDrive): boolean {
    return this.#isOrdered && (this.#byDrive.get(door)?.length ?? 0) >= this.#needed
  }

  get isFull(): boolean {
    const isAnyGood = this.#request.orders.length === 0 && this.#count >= this.#needed
    return isAnyGood || this.#count >= 2 * MOST
  }

  inOrder(): readonly Match[] {
    const { orders, limits } = this.#request
    return inOrder([...this.#byDrive.values()].flat(), orders).slice(limits.first, this.#needed)
  }
}

function isBelow(names: readonly string[], top: readonly string[], isNext: boolean): boolean {
  const isLong = isNext ? names.length === top.length + 1 : names.length > top.length
  return isLong && top.every((name, at) => names[at] === name)
}

function inOrder(found: readonly Match[], orders: readonly Order[]): readonly Match[] {
  if (orders.length === 0) return found
  return found.toSorted((a, b) => {
    for (const { property, isDescending } of orders) {
      const [first, second] = [property.value(a.one), property.value(b.one)]
      if (first === second) continue
      const isBefore = first === undefined || (second !== undefined && first < second)
      return isBefore === isDescending ? 1 : -1
    }
    return 0
  })
}

async function* describeShown(
  parts: DavParts,
  call: DavCall,
  { asked }: SearchRequest,
  shown: readonly Match[],
): AsyncGenerator<Resource[]> {
  // As long as one drive has what comes next, it is asked for that together.
  for (let at = 0; at < shown.length; ) {
    const door = shown[at]?.door
    const end = shown.findIndex((one, index) => index > at && one.door !== door)
    const some = shown.slice(at, end === -1 ? undefined : end)
    at += some.length
    if (!door) return
    const question = { parts, call, asked, place: door.place }
    const found = some.map(({ one }) => one)
    yield* describeFound(question, found)
  }
}

export const findSearchRoot: FindRoot = (path) =>
  /^\/{1,4}remote\.php\/+dav(?=\/*$)/.exec(path)?.[0]
