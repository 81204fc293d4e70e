import type { ErrorObject } from '../errors/index.ts'
import type { InitParams } from './info.ts'

/** What the page asks of the shell, by operation. */
export type BridgeOrder =
  | { operation: 'getInfo' | 'getAppInfo' | 'offAll' | 'closeBrowserWindow' }
  | { operation: 'init'; params: InitParams }
  | { operation: 'on' | 'once'; event: string }
  | { operation: 'off'; event_id: string }
  | { operation: 'check'; module: string; method: string }
  | { operation: 'call'; module: string; method: string; params?: unknown }

/** A request is the JSON text of this. Its id is new for every request of every page. */
export type BridgeRequest = { id: string } & BridgeOrder

/** BRG-23: a response is the JSON text of one of these. */
export type BridgeResponse = FailedResponse | ListenResponse | NormalResponse

interface ResponseNames {
  /** Of the request; it may be left out of what is returned for that very request. */
  id?: string
  event_id?: string
}

/** BRG-24: what carries `error` is a failure, whatever else it says. */
export type FailedResponse = ResponseNames & Partial<ErrorObject> & Pick<ErrorObject, 'error'>

/** BRG-25: something to forward: an event to its listener, or a result to whoever asked for it. */
export interface ListenResponse extends ResponseNames {
  type: 'listen'
  params?: unknown
}

/**
 * BRG-26: the shell has taken the request and gives what follows from it an event id. Where a result
 * is asked for, it may come along as `params`, and then the event id may be left out.
 */
export interface NormalResponse extends ResponseNames {
  type: 'normal'
  params?: unknown
}
