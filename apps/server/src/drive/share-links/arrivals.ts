export { recordArrivals } from './arrivals.store.ts'
