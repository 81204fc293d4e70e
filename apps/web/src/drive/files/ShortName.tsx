import { splitName } from './split-name.ts'

/** A name of which the middle goes where it does not fit: what kind of file it is stays readable. */
export function ShortName({ name }: { name: string }) {
  const { beginning, ending } = splitName(name)
  if (ending === '') return name
  return (
    <>
      <span aria-hidden="true" className="flex min-w-0">
        <span className="truncate">{beginning}</span>
        <span className="shrink-0 whitespace-pre">{ending}</span>
      </span>
      {/* In one piece for whoever listens or searches. */}
      <span className="sr-only">{name}</span>
    </>
  )
}
