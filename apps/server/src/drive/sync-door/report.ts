import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import type { Lists } from '../lists/lists.ts'
import { type DavCall, type DavParts, readBody } from '../webdav/dav-call.ts'
import { type DoorDrive, listDoorDrives } from '../webdav/door-drives.ts'
import { OWNCLOUD, type Resource } from '../webdav/live-properties.ts'
import type { Method } from '../webdav/methods.ts'
import { sendMultistatus } from '../webdav/multistatus.ts'
import { type PropertyRequest, parseProp, toResponse } from '../webdav/property-request.ts'
import { davChild, elementsOf, readXml, textOf, type XmlElement } from '../webdav/read-xml.ts'
import { describeFound, type FoundNode, toFound } from './describe-found.ts'
import { type Limits, parseLimits } from './parse-limits.ts'

/** Read at once. */
const PAGE_SIZE = 200

/** A `REPORT` for what the caller has starred, in all drives that they reach (`oc:filter-files`). */
export function createReport(lists: Pick<Lists, 'starred'>): Method {
  return { changes: false, answer }

  async function answer(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { asked, limits } = parse(await readBody(call))
    const drives = await listDoorDrives(parts, call.caller)
    const found = describeStarred(parts, call, { asked, limits, drives })
    return sendMultistatus(parts, call, found, (resource) => toResponse(resource, asked))
  }

  async function* describeStarred(
    parts: DavParts,
    call: DavCall,
    { asked, limits, drives }: { asked: PropertyRequest; limits: Limits; drives: DoorDrive[] },
  ): AsyncGenerator<Resource[]> {
    let { first: toSkip, most: left } = limits
    for (const door of drives) {
      for await (const page of starredIn(door)) {
        const below = page.filter(({ names }) => isBelow(names, call.path.names))
        const some = below.slice(toSkip, toSkip + left)
        toSkip = Math.max(0, toSkip - below.length)
        left -= some.length
        const question = { parts, call, asked, place: door.place }
        yield* describeFound(question, some)
        if (left === 0) return
      }
    }
  }

  async function* starredIn(door: DoorDrive): AsyncGenerator<FoundNode[]> {
    let token: string | undefined
    do {
      const page = await readPage(door, token)
      yield page.found
      token = page.next
    } while (token !== undefined)
  }

  async function readPage(door: DoorDrive, token: string | undefined) {
    try {
      const page = await lists.starred(door.place.access, { size: PAGE_SIZE, token })
      const found = page.nodes.flatMap((node) => toFound(door, node, node.path))
      return { found, next: page.nextPageToken }
    } catch (error) {
      // Access has ended since the drives were listed.
      if (isServiceError(error, 'not_found')) return { found: [], next: undefined }
      throw error
    }
  }
}

function isBelow(names: readonly string[], top: readonly string[]): boolean {
  return names.length > top.length && top.every((name, at) => names[at] === name)
}

function parse(body: Uint8Array): { asked: PropertyRequest; limits: Limits } {
  const top = readXml(body)
  if (!isOwncloud(top, 'filter-files')) throw unknownReport()
  const rules = elementsOf(top).find((one) => isOwncloud(one, 'filter-rules'))
  const asked = rules ? elementsOf(rules) : []
  const isStarred = (one: XmlElement) => isOwncloud(one, 'favorite') && textOf(one).trim() === '1'
  if (asked.length === 0 || !asked.every(isStarred)) throw unknownReport()
  return { asked: parseProp(davChild(top, 'prop')), limits: parseLimits(top) }
}

function isOwncloud({ namespace, name }: XmlElement, wanted: string): boolean {
  return namespace === OWNCLOUD && name === wanted
}

function unknownReport(): ServiceError {
  return new ServiceError('invalid_argument', {
    description:
      'the only report here is oc:filter-files with the rule <oc:favorite>1</oc:favorite>',
    status: 422,
  })
}
