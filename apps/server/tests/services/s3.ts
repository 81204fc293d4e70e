import { type Ceph, startCeph } from './s3-ceph.ts'
import { ensureCeph } from './s3-packages.ts'

/**
 * Gives the tests a real S3 server, for the whole run, in the environment variable AWAN_TEST_S3_URL
 * (`http://key:secret@host:port/bucket`, or https; the bucket exists and is ours to fill and empty).
 * Whoever sets it beforehand brings a server of their own; otherwise a one-node Ceph is started,
 * and installed before if need be. Where neither can be had, the S3 half of the tests is skipped.
 */
export async function setup(): Promise<void> {
  if (process.env.AWAN_TEST_S3_URL !== undefined) return
  const reason = await ensureCeph(say)
  if (reason !== undefined) {
    say(`WITHOUT S3: the S3 half of the tests is LEFT OUT. ${reason}.`)
    say('Set AWAN_TEST_S3_URL=http://key:secret@host:port/bucket to run it.')
    return
  }
  ceph = await startCeph()
  process.env.AWAN_TEST_S3_URL = ceph.url
}

export async function teardown(): Promise<void> {
  if (ceph === undefined) return
  delete process.env.AWAN_TEST_S3_URL
  await ceph.stop()
  ceph = undefined
}

let ceph: Ceph | undefined

function say(line: string): void {
  process.stderr.write(`[test S3] ${line}\n`)
}
