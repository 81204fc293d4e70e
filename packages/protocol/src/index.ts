export * from './endpoint.ts'
export * from './headers.ts'
export * from './locales.ts'
