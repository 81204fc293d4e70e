export * from '@awan/protocol/countries'
