import type { Area } from '../areas.ts'

export function loadArea(area: Area): Promise<{ texts: Record<string, string> }> {
  return import(`./ko/${area}.ts`)
}
