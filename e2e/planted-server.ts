import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AwanServer, startAwanServer } from './awan-server.ts'
import { createPerson, makeFolders, type Person, post } from './story.ts'

const PLANT = new URL('../apps/server/tests/services/plant-folders.ts', import.meta.url)

export interface PlantedServer extends AsyncDisposable {
  server: AwanServer
  person: Person
}

/** A server with somebody whose drive has one folder with very many files, which nobody could upload in time. */
export async function startPlantedServer(
  fileCount: number,
  given: Readonly<Record<string, string>> = {},
): Promise<PlantedServer> {
  await using made = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'awan-planted-'))
  made.defer(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { ...given, AWAN_DATA_DIR: dataDir }
  const { person, sub } = await signUp(settings)
  const args = [fileURLToPath(PLANT), join(dataDir, 'awan.sqlite'), sub, '1', String(fileCount)]
  await promisify(execFile)(process.execPath, args)
  const server = made.use(await startAwanServer(settings))
  const owned = made.move()
  return { server, person, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Files are planted beside no server. */
async function signUp(settings: Readonly<Record<string, string>>) {
  await using server = await startAwanServer(settings)
  const person = await createPerson(server)
  // The drive is made when it is first used.
  await makeFolders(server, person, ['First'])
  const { email, password } = person
  const client_id = 'awan-web'
  const { sub = '' } = await post(server, '/v1/auth/signin', { email, password, client_id })
  return { person, sub }
}
