import { headers } from '@awan/protocol'
import { isFilledText } from '../fields.ts'
import { wrongParam } from '../wrong-param.ts'

/** ACC-42: the sudo token goes into a header, because addresses end up in logs and histories. */
export function toSudoHeader(sudoToken: string): Record<string, string> {
  if (!isFilledText(sudoToken)) throw wrongParam('sudo_token')
  return { [headers.sudoToken]: sudoToken }
}
