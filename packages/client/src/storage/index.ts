export { type CookieStorageOptions, createCookieStorage } from './cookie-storage.ts'
export { type CookieOptions, type Cookies, createCookies } from './cookies.ts'
