import type { AwanClient } from '@awan/client'
import { createDriveClient, type DriveClient, type DriveOptions } from '@awan/client/drive'
import { createQueue } from '@awan/client/lock'
import { createPatientRequest } from '@awan/client/patient'
import { isServiceError, ServiceError } from '@awan/protocol/errors'

/** Small work on the drive that nobody waits for, such as the mark that a file was opened. */
export interface BackgroundWork {
  /** Runs after what was added before it; ends as the work ends. */
  add<Answer>(
    work: (drive: DriveClient) => Promise<Answer>,
    /** Which drive it is about: without an id, the person's own. */
    options?: DriveOptions,
  ): Promise<Answer>
}

/** That of the person who is signed in. */
export function backgroundWorkOf(client: AwanClient): BackgroundWork {
  const sub = subOf(client)
  const known = latest.get(client)
  if (known && known.sub === sub) return known.work
  const work = createBackgroundWork(client, sub)
  latest.set(client, { sub, work })
  return work
}

const latest = new WeakMap<AwanClient, { sub: string | undefined; work: BackgroundWork }>()

/**
 * One call at a time, in the order in which the work was added. While the server cannot be reached the second
 * client repeats it after 1, 2, 4 s and more, up to 15 times in all (CON-5, CON-6).
 */
function createBackgroundWork(client: AwanClient, sub: string | undefined): BackgroundWork {
  const { runtime, origins } = client
  const queue = createQueue()
  const patient = createPatientRequest(client, {
    before() {
      // What one person did is not sent in the name of the next.
      if (subOf(client) === sub) return
      throw new ServiceError('cancelled', { description: 'the account has changed' })
    },
    after: (outcome) =>
      ('error' in outcome && isServiceError(outcome.error, 'unreachable', 'unavailable')) ||
      undefined,
  })
  const host = { ...patient, runtime, origins }
  return {
    add: (work, options) => queue.add(() => work(createDriveClient(host, options))),
  }
}

function subOf({ session }: AwanClient): string | undefined {
  const state = session.state()
  return state.status === 'signed-in' ? state.sub : undefined
}
