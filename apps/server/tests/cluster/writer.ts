import { setTimeout as wait } from 'node:timers/promises'
import type { DriveClient } from '@awan/client/drive'
import { BLOCK_BYTES } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import { type Chance, pick } from '../testing/chance.ts'
import { type Content, contentOf } from '../testing/uploading.ts'
import { davCall } from './dav-call.ts'
import type { Effect, Ending, History } from './history.ts'
import { type Account, endingOf } from './people.ts'

/** Small files of which each copy of a folder has so many: more than one step of a task. */
const MANY = 300
const FOLDERS = ['a', 'b', 'c'] as const

export interface WriterParts {
  url: string
  drive: DriveClient
  account: Account
  friend: Account
  history: History
  chance: Chance
  name: string
  /** Between two calls. */
  pauseMs: number
}

/** A file of which is known what it must be. */
interface Known {
  path: string
  id: string
  etag: string
  hash: string
}

/**
 * Somebody who changes a part of a drive, one call after the other, and writes down what must be true. What a call whose end is unknown was
 * about is not touched again: it may still be done, a while later.
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #folderIds = new Map<string, string>()
  readonly #files: Known[] = []
  readonly #grants = new Map<string, string | undefined>()
  #names = 0

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Before anything goes wrong. */
  async prepare(): Promise<void> {
    const { drive, history, name } = this.#parts
    const top = await drive.files.createFolder({ name })
    this.#folderIds.set('', top.id)
    const effects: Effect[] = []
    for (const folder of [...FOLDERS, 'many', 'shared']) {
      const { id } = await drive.files.createFolder({ name: folder, parent_id: top.id })
      this.#folderIds.set(folder, id)
      effects.push([`${name}/${folder}`, 'folder'])
    }
    const many = Array.from({ length: MANY }, (_, i) => {
      const content = contentOf(100 + (i % 7), 1 + (i % 250))
      effects.push([`${name}/many/${i}`, content.hash])
      return { path: String(i), content: new Blob([content.bytes as Uint8Array<ArrayBuffer>]) }
    })
    await drive.uploads.bundle(many, { parent_id: this.#idOf('many') })
    history.add({ who: name, what: 'prepare', ending: 'yes', effects })
  }

  async work(isOver: () => boolean): Promise<void> {
    const acts = [
      this.#upload,
      this.#upload,
      this.#bundle,
      this.#putPath,
      this.#putDav,
      this.#rename,
      this.#move,
      this.#moveDav,
      this.#trash,
      this.#copyMany,
      this.#share,
      this.#register,
      this.#register,
    ]
    while (!isOver()) {
      const act = pick(this.#parts.chance, acts)
      await act?.call(this)
      await wait(this.#parts.pauseMs * this.#parts.chance() * 2)
    }
  }

  /** One call, and what is true if it is answered with yes. */
  async #try<T>(what: string, effects: Effect[], work: () => Promise<T>): Promise<T | undefined> {
    const { history, name } = this.#parts
    const add = (ending: Ending, error?: unknown) =>
      history.add({
        who: name,
        what,
        ending,
        ...(error !== undefined && { error: describe(error) }),
        effects: effects.map(([thing, value]) => [`${name}/${thing}`, value] as const),
      })
    try {
      const done = await work()
      add('yes')
      return done
    } catch (error) {
      add(endingOf(error), error)
      return undefined
    }
  }

  async #upload(): Promise<void> {
    const { drive, chance } = this.#parts
    const blocks = Math.floor(chance() * 5)
    const content = this.#content(blocks * BLOCK_BYTES + Math.floor(chance() * 100_000))
    const place = this.#newPlace()
    const file = await this.#try(`upload of ${blocks} blocks`, [[place.path, content.hash]], () =>
      drive.uploads.upload(toBlob(content), { name: place.name, parent_id: place.parentId }),
    )
    if (file) this.#know(place.path, file, content)
  }

  async #bundle(): Promise<void> {
    const { drive } = this.#parts
    const place = this.#newPlace()
    const effects: Effect[] = [[place.path, 'folder']]
    const entries = Array.from({ length: 12 }, (_, i) => {
      const content = this.#content(50 + i * 1000)
      effects.push([`${place.path}/${i}`, content.hash])
      return { path: `${place.name}/${i}`, content: toBlob(content) }
    })
    const outcomes = await this.#try('bundle', effects, async () => {
      const outcomes = await drive.uploads.bundle(entries, { parent_id: place.parentId })
      for (const outcome of outcomes) if ('error' in outcome) throw outcome.error
      return outcomes
    })
    outcomes?.forEach((outcome, i) => {
      if (!('file' in outcome)) return
      const [path, hash] = effects[i + 1] ?? []
      if (path && hash)
        this.#files.push({ path, hash, id: outcome.file.id, etag: outcome.file.etag })
    })
  }

  async #putPath(): Promise<void> {
    const { drive, name, chance } = this.#parts
    const content = this.#content(Math.floor(chance() * 200_000))
    const place = this.#newPlace()
    const file = await this.#try('PUT of a path', [[place.path, content.hash]], () =>
      drive.paths.put(`${name}/${place.path}`, toBlob(content)),
    )
    if (file) this.#know(place.path, file, content)
  }

  async #putDav(): Promise<void> {
    const content = this.#content(Math.floor(this.#parts.chance() * 200_000))
    const place = this.#newPlace()
    await this.#try('DAV PUT', [[place.path, content.hash]], () =>
      this.#dav('PUT', place.path, { body: content.bytes as Uint8Array<ArrayBuffer> }),
    )
  }

  async #moveDav(): Promise<void> {
    const file = this.#takeFile()
    if (!file) return
    const { url, name } = this.#parts
    const place = this.#newPlace()
    const headers = { destination: `${url}/dav/${name}/${place.path}`, overwrite: 'F' }
    const effects: Effect[] = [
      [file.path, null],
      [place.path, file.hash],
    ]
    await this.#try('DAV MOVE', effects, () => this.#dav('MOVE', file.path, { headers }))
  }

  async #rename(): Promise<void> {
    const file = this.#takeFile()
    if (!file) return
    const name = this.#newName()
    const path = [...file.path.split('/').slice(0, -1), name].join('/')
    await this.#update('rename', file, path, { name })
  }

  async #move(): Promise<void> {
    const file = this.#takeFile()
    if (!file) return
    const place = this.#newPlace()
    await this.#update('move', file, place.path, { name: place.name, parent_id: place.parentId })
  }

  async #update(what: string, file: Known, path: string, change: object): Promise<void> {
    const { drive } = this.#parts
    const effects: Effect[] = [
      [file.path, null],
      [path, file.hash],
    ]
    const changed = await this.#try(what, effects, async () => {
      try {
        return await drive.files.update(file.id, change, { etag: file.etag })
      } catch (error) {
        // Repeated after its answer was lost, it finds itself done.
        if (!isServiceError(error, 'failed_precondition', 'aborted')) throw error
        const found = await drive.files.get(file.id)
        if (found.name !== path.split('/').at(-1)) throw error
        return found
      }
    })
    if (changed) this.#files.push({ ...file, path, etag: changed.etag })
  }

  async #trash(): Promise<void> {
    const file = this.#takeFile()
    if (!file) return
    await this.#try('trash', [[file.path, null]], () => this.#parts.drive.files.trash([file.id]))
  }

  /** Once it is answered, all of it is promised, whoever does the rest. */
  async #copyMany(): Promise<void> {
    const { drive, chance } = this.#parts
    if (chance() < 0.5) return
    const place = this.#newPlace()
    const folder = await this.#try('folder', [[place.path, 'folder']], () =>
      drive.files.createFolder({ name: place.name, parent_id: place.parentId }),
    )
    if (!folder) return
    const effects: Effect[] = [[`${place.path}/many`, 'folder']]
    for (let i = 0; i < MANY; i++) {
      effects.push([`${place.path}/many/${i}`, contentOf(100 + (i % 7), 1 + (i % 250)).hash])
    }
    await this.#try('copy of a folder', effects, () =>
      drive.files.copy([this.#idOf('many')], folder.id, { conflict: 'fail' }),
    )
  }

  async #share(): Promise<void> {
    const { drive, friend, chance } = this.#parts
    const id = this.#idOf('shared')
    const role = pick(chance, ['viewer', 'editor', null] as const) ?? null
    const grantId = this.#grants.get('shared')
    if (role === null && grantId === undefined) return
    const done = await this.#try('share', [['shared!role', role]], async () => {
      if (role === null) return drive.shares.revoke(grantId ?? '').then(() => true as const)
      return drive.shares.create(id, { grantee: { kind: 'person', sub: friend.sub }, role })
    })
    if (done) this.#grants.set('shared', done === true ? undefined : done.id)
    // Whether it still has a grant is not known: the next one makes it anew.
    else this.#grants.delete('shared')
  }

  /** The same file again and again: an older content must not come back. */
  async #register(): Promise<void> {
    const { drive, name, chance } = this.#parts
    const content = this.#content(20 + Math.floor(chance() * 90_000))
    const path = 'a/register'
    if (chance() < 0.5) {
      await this.#try('PUT of the register', [[path, content.hash]], () =>
        drive.paths.put(`${name}/${path}`, toBlob(content)),
      )
    } else {
      await this.#try('DAV PUT of the register', [[path, content.hash]], () =>
        this.#dav('PUT', path, { body: content.bytes as Uint8Array<ArrayBuffer> }),
      )
    }
  }

  async #dav(method: string, path: string, init: RequestInit): Promise<true> {
    const { url, name, account } = this.#parts
    const { login, password } = account.app
    return davCall(`${url}/dav/${name}/${path}`, {
      ...init,
      method,
      headers: {
        ...init.headers,
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      },
    })
  }

  #content(sizeBytes: number): Content {
    return contentOf(sizeBytes, 1 + Math.floor(this.#parts.chance() * 2 ** 30))
  }

  #newName(): string {
    return `n${this.#names++}`
  }

  #newPlace(): { path: string; name: string; parentId: string } {
    const folder = pick(this.#parts.chance, FOLDERS) ?? 'a'
    const name = this.#newName()
    return { path: `${folder}/${name}`, name, parentId: this.#idOf(folder) }
  }

  #idOf(folder: string): string {
    return this.#folderIds.get(folder) ?? ''
  }

  #know(path: string, { id, etag }: { id: string; etag: string }, { hash }: Content): void {
    this.#files.push({ path, id, etag, hash })
  }

  /** Comes back only when what was done with it is known. */
  #takeFile(): Known | undefined {
    const [file] = this.#files.splice(Math.floor(this.#parts.chance() * this.#files.length), 1)
    return file
  }
}

const toBlob = ({ bytes }: Content) => new Blob([bytes as Uint8Array<ArrayBuffer>])

function describe(error: unknown): string {
  return isServiceError(error) ? `${error.error}: ${error.description}` : String(error)
}
