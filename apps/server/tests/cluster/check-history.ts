import type { DriveClient } from '@awan/client/drive'
import { contentHash } from '../../src/drive/testing.ts'
import { readAll } from './follower.ts'
import type { Entry } from './history.ts'
import { insist } from './people.ts'

/** What the history allows of each thing: one value after a yes, more where an end is unknown. */
export function possibleValues(entries: readonly Entry[]): Map<string, Set<string | null>> {
  const possible = new Map<string, Set<string | null>>()
  for (const { ending, effects = [] } of entries) {
    for (const [thing, value] of effects) {
      const before = possible.get(thing) ?? new Set([null])
      if (ending === 'yes') possible.set(thing, new Set([value]))
      else if (ending === 'unknown') possible.set(thing, new Set([...before, value]))
    }
  }
  return possible
}

/** Refusals: nothing that was asked for is refused by a server that works as it should. */
export function findRefusals(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ ending }) => ending === 'no')
    .map(({ at, who, what, error }) => `${who}, ${what} (at ${at} ms): ${error}`)
}

/** Where the drive is not what the history says. */
export async function findLosses(
  entries: readonly Entry[],
  writer: string,
  drive: DriveClient,
): Promise<string[]> {
  const found = await readThings(drive, writer)
  const wrong: string[] = []
  const possible = possibleValues(entries.filter(({ who }) => who === writer))
  for (const [thing, values] of possible) {
    const value = found.get(thing) ?? null
    if (!values.has(value)) {
      wrong.push(`${thing} is ${value}, and must be ${[...values].join(' or ')}`)
    }
  }
  for (const thing of found.keys()) {
    if (!possible.has(thing)) wrong.push(`${thing} is there, and nobody has made it`)
  }
  return wrong
}

/** Every task comes to its end, and does all of it. */
export async function findTroubledTasks(drive: DriveClient): Promise<string[]> {
  const wrong: string[] = []
  let page_token: string | undefined
  do {
    const page = await insist(() => drive.tasks.list({ page_size: 200, page_token }))
    for (const begun of page.tasks) {
      const task = await insist(() => drive.tasks.wait(begun))
      if (task.phase !== 'complete' || task.failed > 0)
        wrong.push(`a task: ${JSON.stringify(task)}`)
    }
    page_token = page.next_page_token
  } while (page_token !== undefined)
  return wrong
}

async function readThings(drive: DriveClient, writer: string): Promise<Map<string, string>> {
  const things = new Map<string, string>()
  const [top] = (await listAll(drive, 'root')).filter(({ name }) => name === writer)
  if (!top) return things
  const waiting = [{ id: top.id, path: writer }]
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    for (const file of await listAll(drive, folder.id)) {
      const path = `${folder.path}/${file.name}`
      if (file.kind === 'folder') {
        things.set(path, 'folder')
        waiting.push({ id: file.id, path })
        if (file.name === 'shared') await readRole(file.id, path)
      } else {
        // The bytes of the many small ones are looked at by `awan check` alone.
        const isOneOfMany = path.includes('/many/')
        things.set(path, isOneOfMany ? (file.hash ?? '') : await readHash(drive, file.id))
      }
    }
  }
  return things

  async function readRole(id: string, path: string): Promise<void> {
    const { grants } = await insist(() => drive.shares.list(id))
    const grant = grants.find(({ grantee }) => grantee.kind === 'person')
    if (grant) things.set(`${path}!role`, grant.role)
  }
}

async function readHash(drive: DriveClient, id: string): Promise<string> {
  return insist(async () => {
    const answer = await drive.files.download(id)
    return contentHash(Buffer.from(await answer.arrayBuffer()))
  })
}

function listAll(drive: DriveClient, parent_id: string) {
  return readAll((page_token) => {
    return insist(() => drive.files.list({ parent_id, page_size: 1000, page_token }))
  })
}
