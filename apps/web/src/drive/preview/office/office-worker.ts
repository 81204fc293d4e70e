import { OfficeProblem, type OfficeProblemCode } from './package/office-problem.ts'
import { type OfficeAnswer, type OfficeAsk, readOffice } from './read-office.ts'

export interface OfficeRequest {
  file: Blob
  ask: OfficeAsk
}

export type OfficeReply = { value: OfficeAnswer } | { problem: OfficeProblemCode }

// Documents are read here, so that the page stays at hand, and can end what takes too long.
self.onmessage = async ({ data: { file, ask } }: MessageEvent<OfficeRequest>) => {
  self.postMessage(await reply(file, ask))
}

async function reply(file: Blob, ask: OfficeAsk): Promise<OfficeReply> {
  try {
    return { value: await readOffice(file, ask) }
  } catch (error) {
    // What a reader stumbles over is not as it should be.
    return { problem: error instanceof OfficeProblem ? error.code : 'broken' }
  }
}
