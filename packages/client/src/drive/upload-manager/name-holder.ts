import type { File, listFiles } from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'
import { type Folders, filesIn } from './folders.ts'
import { type Found, toFound } from './present.ts'
import { splitPath, toStoredName, type UploadEntry } from './upload-entry.ts'

/** Of more names in one folder, all names of the folder are read instead. */
const ASKED_ONE_BY_ONE = 8

/** Who holds a name that was found taken. */
export interface NameHolder {
  /** As much of it as is compared. */
  find(entry: UploadEntry): Promise<Found | undefined>
  /** All of it, as it is now. */
  read(entry: UploadEntry): Promise<File | undefined>
}

export function createNameHolder(
  host: Pick<DriveHost, 'request'>,
  folders: Pick<Folders, 'idOf'>,
): NameHolder {
  const asked = new Map<string, number>()
  let listed: { folder: string; names: Promise<Map<string, Found>> } | undefined

  async function list(folder: string): Promise<Map<string, Found>> {
    const names = new Map<string, Found>()
    for await (const file of filesIn(host, await folders.idOf(folder))) {
      names.set(file.name, toFound(file))
    }
    return names
  }

  async function read({ path }: UploadEntry): Promise<File | undefined> {
    const { folder, name } = splitPath(path)
    const { files } = await host.request<typeof listFiles>('GET', '/drive/v1/files', {
      auth: true,
      query: { parent_id: await folders.idOf(folder), name: toStoredName(name) },
    })
    return files[0]
  }

  return {
    async find(entry) {
      const { folder, name } = splitPath(entry.path)
      const times = (asked.get(folder) ?? 0) + 1
      asked.set(folder, times)
      if (times <= ASKED_ONE_BY_ONE) return read(entry)
      // Folder by folder, so the last one is enough.
      if (listed?.folder !== folder) listed = { folder, names: list(folder) }
      // What came after the folder was read is asked for by itself.
      return (await listed.names).get(toStoredName(name)) ?? read(entry)
    },
    read,
  }
}
