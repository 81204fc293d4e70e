export {
  createMessenger,
  type Messenger,
  type MessengerOptions,
  type OutgoingMessage,
} from './messenger.ts'
export type { IncomingMessage, MessageTarget, MessageWindow } from './window-port.ts'
