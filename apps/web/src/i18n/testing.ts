import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'

/** A text as people read it, once for each of its plural forms, with `name` for every value. */
export function readWordings(text: string, name: string): string[] {
  return wordingsOf(compileMessage(text), name)
}

function wordingsOf(message: CompiledMessage, name: string): string[] {
  return message.reduce<string[]>(
    (started, token) => {
      const next = typeof token === 'string' ? [token] : formsOf(token, name)
      return started.flatMap((start) => next.map((part) => start + part))
    },
    [''],
  )
}

function formsOf([, , forms]: Exclude<CompiledMessage[number], string>, name: string): string[] {
  if (typeof forms !== 'object' || forms === null) return [name]
  return Object.values(forms)
    .filter(Array.isArray)
    .flatMap((form) => wordingsOf(form, name))
}
