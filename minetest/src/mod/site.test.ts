import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    core.write_json = function() return "{}" end
    core.parse_json = function(text) return loadstring("return " .. text)() end
    local http = { fetch = function(request, done) asked, answer = request, done end }
    part("site")(http, "http://site", "ticket").call("POST", "/api/server/reports", {}, function(value, status, problem)
      answered = table.concat({ tostring(value), status, tostring(problem.code) }, " ")
    end)
  `)
})

test('a refusal reaches the caller with the code that the site has been asked for', () => {
  expect(mod.run('return table.concat(asked.extra_headers, "|")')).toContain('|Accept: application/json|')
  expect(mod.run(`answer({ code = 400, data = '{ code = "reports.already" }' }); return answered`)).toBe(
    'nil 400 reports.already',
  )
})

test.each([
  ['{ code = 502, data = "<html>" }', 'nil 502 nil'],
  ['{ code = 413, data = "Too large" }', 'nil 413 nil'],
  ['{ code = 0, data = "" }', 'nil 0 nil'],
  ['{ code = 204, data = "" }', 'nil 204 nil'],
])('the answer %s has no code', (answer, answered) => {
  expect(mod.run(`answer(${answer}); return answered`)).toBe(answered)
})
