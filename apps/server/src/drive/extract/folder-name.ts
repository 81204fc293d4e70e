import { nameProblem } from '@awan/protocol/name-problem'

/** As the archive, without its extension; one of digits alone is a part of the name. */
export function toFolderName(archiveName: string): string {
  const [, name = archiveName] = /^(.+)\.(?=\d*[a-z])[a-z0-9]{1,8}$/i.exec(archiveName) ?? []
  return nameProblem(name) === undefined ? name : archiveName
}
