import type { UploadEntry } from '@awan/client/upload-manager'
import { fromDataTransfer } from '@awan/client/upload-manager-browser'
import type { UploadHandle } from './may-read.ts'

export interface Dropped {
  /**
   * By which it goes on after a reload; nothing where the browser does not give one for each. They do not say which
   * files there are: Chromium hides some of them.
   */
  readonly handles: Promise<readonly UploadHandle[] | undefined>
  /** Every file that was dropped. */
  readonly entries: AsyncIterable<UploadEntry>
}

/** Takes what is dropped, within the event: afterwards the browser has forgotten it. */
export function takeDropped(transfer: DataTransfer): Dropped {
  const items = [...transfer.items].filter(
    ({ kind }) => kind === 'file',
  ) as unknown as DroppedItem[]
  const handles = items.map((item) => item.getAsFileSystemHandle?.() ?? null)
  return { handles: allOf(handles), entries: fromDataTransfer(transfer) }
}

/** As Chromium has it; other browsers do without. */
interface DroppedItem {
  getAsFileSystemHandle?(): Promise<UploadHandle | null>
}

async function allOf(
  asked: readonly (Promise<UploadHandle | null> | null)[],
): Promise<readonly UploadHandle[] | undefined> {
  const found = await Promise.allSettled(asked)
  const handles = found.flatMap((one) => (one.status === 'fulfilled' && one.value) || [])
  return handles.length > 0 && handles.length === asked.length ? handles : undefined
}
