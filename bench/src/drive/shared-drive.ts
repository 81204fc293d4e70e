import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDriveClient } from '@awan/client/drive'
import { type Person, signIn, startInProduction } from './people.ts'
import { FILES_IN_FOLDER, type PlantedDrive, plantDrive } from './planted-drive.ts'

const PLANT = new URL('../../../apps/server/tests/services/plant-grants.ts', import.meta.url)

const GRANTS = 10_000
const DEPTH = 30

export interface SharedDrive extends AsyncDisposable {
  planted: PlantedDrive
  filesInFolder: number
  grants: number
  member: Person
  driveId: string
  /** The member may see it. */
  folder: string
  /** Thirty levels below. */
  deepest: string
}

/** A drive of a million files with 10,000 grants, of which a member has a hundred and one on a whole folder; or a part of it. */
export async function plantSharedDrive(scale: number): Promise<SharedDrive> {
  await using made = new AsyncDisposableStack()
  const filesInFolder = Math.ceil(FILES_IN_FOLDER * scale)
  const grants = Math.ceil(GRANTS * scale)
  const planted = made.use(await plantDrive({ files: filesInFolder, others: 1 }))
  const [member] = planted.others
  if (!member) throw new Error('nobody to share with')
  const { driveId, folder } = await shareFirstFolder(planted, member)
  const database = join(planted.dataDir, 'awan.sqlite')
  const args = [database, planted.person.sub, member.sub, folder, String(grants), String(DEPTH)]
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(PLANT), ...args])
  const owned = made.move()
  return {
    planted,
    filesInFolder,
    grants,
    member,
    driveId,
    folder,
    deepest: stdout.trim(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function shareFirstFolder({ dataDir, person }: PlantedDrive, { sub }: Person) {
  await using server = await startInProduction(dataDir)
  using owner = await signIn(server.url, person)
  const drive = createDriveClient(owner.client)
  const { drive_id: driveId } = await drive.about()
  const { files } = await drive.files.list({ page_size: 1 })
  const folder = files[0]?.id ?? ''
  await drive.shares.create(folder, { grantee: { kind: 'person', sub }, role: 'viewer' })
  return { driveId, folder }
}
