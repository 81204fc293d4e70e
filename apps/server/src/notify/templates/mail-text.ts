import type { GrantRole } from '@awan/protocol/drive'

/** The words of one mail: what it is about, what happened, what to do. */
export interface MailText {
  subject: string
  title: string
  paragraphs: readonly string[]
  /** The label of the one button, where there is something to do. */
  action?: string
}

/** A visit as its owner can recognise it. */
export interface Visit {
  device: string
  address: string
  time: string
}

/** Every mail of the account, in one language. A missing one does not compile. */
export interface MailTexts {
  code(code: string, minutes: number): MailText
  /** For somebody without an account, who wants to send files by a link. */
  visitorCode(code: string, minutes: number): MailText
  accountExists(): MailText
  noAccount(): MailText
  newDevice(): MailText
  passwordChanged(): MailText
  sessionEnded(): MailText
  passkeyAdded(): MailText
  passkeyRemoved(): MailText
  appPasswordCreated(): MailText
  appAuthorized(): MailText
  providerBound(): MailText
  providerUnbound(): MailText
  contactChanged(): MailText
  usernameChanged(): MailText
  deletionRequested(): MailText
  deletionCancelled(): MailText
  accountDeleted(): MailText
  exportRequested(): MailText
  twoFactorEnabled(): MailText
  twoFactorDisabled(): MailText
  twoFactorChanged(): MailText
  recoveryCodeUsed(): MailText
  secondStepFailing(): MailText
  accountStopped(): MailText
  accountReleased(): MailText
  resetDemanded(): MailText
  sessionsEnded(): MailText
  administratorAppointed(): MailText
  administratorDismissed(): MailText
  administratorsChanged(): MailText
  secondStepRemoved(): MailText
  deletionDecided(): MailText
  deletionReminder(): MailText
  invitation(): MailText
  sharedWithYou(): MailText
  roleChanged(): MailText
  accessEnded(): MailText
  dropArrived(): MailText
  accessAsked(): MailText
  transferOffered(): MailText
  transferAnswered(): MailText
  managerAppointed(): MailText
  labels: Record<
    | 'device'
    | 'address'
    | 'time'
    | 'deletion'
    | 'from'
    | 'item'
    | 'place'
    | 'role'
    | 'files'
    | 'more',
    string
  >
  roles: Record<GrantRole, string>
  /** The link in a mail that can be stopped, and the page that it leads to. */
  unsubscribe: Record<
    'link' | 'question' | 'explanation' | 'button' | 'done' | 'afterwards',
    string
  >
  footer: string
}
