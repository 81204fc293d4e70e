import type { createFolder, File, listFiles } from '@awan/protocol/drive'
import { isServiceError, ServiceError, toServiceError } from '@awan/protocol/errors'
import { createHexId } from '../../runtime/hex-id.ts'
import type { DriveHost } from '../drive-host.ts'
import { onlyOnce } from '../many-files.ts'
import type { BundleSupport } from './bundle-support.ts'
import { sendBundle, toBundleBody } from './send-bundle.ts'
import { splitPath, toStoredName } from './upload-entry.ts'

/** The folders below one folder, by their way from it; they are made when they are first needed. */
export interface Folders {
  /** `''` is the folder itself. */
  idOf(path: string): Promise<string>
  /** It is gone: whoever needs it next makes it again. */
  forget(path: string): void
}

export interface FoldersOptions {
  host: DriveHost
  parentId: string
  /** Bundles make a whole way in one call. */
  bundles: BundleSupport
}

export function createFolders({ host, parentId, bundles }: FoldersOptions): Folders {
  const known = new Map<string, Promise<string>>()

  function idOf(path: string): Promise<string> {
    if (path === '') return Promise.resolve(parentId)
    const found = known.get(path)
    if (found) return found
    const made = bundles.isThere() ? makeWay(path) : makeOne(path)
    known.set(path, made)
    // What failed may work later.
    made.catch(() => known.delete(path))
    return made
  }

  async function makeWay(path: string): Promise<string> {
    const manifest = { parent_id: parentId, entries: [{ path, kind: 'folder' as const }] }
    const body = toBundleBody(manifest, [])
    const key = createHexId(host.runtime)
    try {
      const [result] = await sendBundle(host, { body, entries: 1, key, signal: undefined })
      bundles.worked()
      if (result && 'file' in result) return result.file.id
      throw toServiceError(result ?? {})
    } catch (error) {
      if (!bundles.isMissing(error)) throw error
      return makeOne(path)
    }
  }

  async function makeOne(path: string): Promise<string> {
    const { folder, name } = splitPath(path)
    const parent = await idOf(folder)
    try {
      const made = await host.request<typeof createFolder>('POST', '/drive/v1/files', {
        ...onlyOnce(host.runtime),
        body: { kind: 'folder', parent_id: parent, name },
      })
      return made.id
    } catch (error) {
      if (!isServiceError(error, 'already_exists')) throw error
      const there = await findFolder(parent, name)
      if (there) return there.id
      throw error
    }
  }

  async function findFolder(parent: string, name: string): Promise<File | undefined> {
    for await (const file of filesIn(host, parent, 'folder')) {
      if (file.name === toStoredName(name)) return file
    }
    return undefined
  }

  return { idOf, forget: (path) => void known.delete(path) }
}

/** Everything in a folder, page by page. */
export async function* filesIn(
  { request }: Pick<DriveHost, 'request'>,
  parent_id: string,
  kind?: File['kind'],
): AsyncIterable<File> {
  let page_token: string | undefined
  do {
    const page = await request<typeof listFiles>('GET', '/drive/v1/files', {
      auth: true,
      query: { parent_id, kind, page_size: 1000, page_token },
    })
    yield* page.files
    if (page.next_page_token !== undefined && page.next_page_token === page_token) {
      throw new ServiceError('internal', { description: 'the listing never ends' })
    }
    page_token = page.next_page_token
  } while (page_token !== undefined)
}
