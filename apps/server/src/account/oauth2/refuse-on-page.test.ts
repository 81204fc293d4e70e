import { ServiceError } from '@awan/protocol/errors'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { refuseOnPage } from './refuse-on-page.ts'

async function answer(thrown: unknown, accept: string) {
  const app = fastify()
  app.setErrorHandler(refuseOnPage('https://drive.example/authorize'))
  app.get('/', () => {
    throw thrown
  })
  return app.inject({ url: '/?redirect_uri=https://evil.example', headers: { accept } })
}

const wrong = new ServiceError('invalid_request_uri')

test('a browser is redirected to our own page, with the error name only', async () => {
  const { statusCode, headers } = await answer(wrong, 'text/html,*/*;q=0.8')
  expect(statusCode).toBe(303)
  expect(headers.location).toBe('https://drive.example/authorize?error=invalid_request_uri')
  expect(headers['cache-control']).toBe('no-store')
})

test('a program gets the error as OAuth JSON', async () => {
  const reply = await answer(wrong, '*/*')
  expect(reply.statusCode).toBe(400)
  expect(reply.json().error).toBe('invalid_request')
})

test('an internal error answers server_error, even to a browser', async () => {
  const reply = await answer(new Error('broken'), 'text/html')
  expect(reply.statusCode).toBe(500)
  expect(reply.json().error).toBe('server_error')
})
