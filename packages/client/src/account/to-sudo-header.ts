import { headers } from '@awan/protocol'
import { isFilledText } from '../fields.ts'
import { wrongParam } from '../wrong-param.ts'

/** For the calls to which the specification gives no field for a sudo token. */
export function toSudoHeader(sudoToken: string): Record<string, string> {
  return { [headers.sudoToken]: checkSudoToken(sudoToken) }
}

/** ACC-42: a call that needs a sudo token is not sent without one. */
export function checkSudoToken(sudoToken: string): string {
  if (!isFilledText(sudoToken)) throw wrongParam('sudo_token')
  return sudoToken
}
