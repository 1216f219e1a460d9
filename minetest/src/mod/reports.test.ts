import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    core.formspec_escape = function(text) return text end
    core.register_chatcommand = function(name, definition) core[name] = definition.func end
    core.register_on_player_receive_fields = function(receive) fields = receive end
    core.register_on_leaveplayer = function() end
    core.get_player_information = function() return { lang_code = "en" } end
    core.get_player_by_name = function(name) return { get_player_name = function() return name end } end
    core.show_formspec = function() forms = (forms or 0) + 1 end
    local admissions = part("admissions")()
    admissions.apply({ { username = "Anna", number = 1, key = "a" }, { username = "Ben", number = 2, key = "b" } })
    for _, name in ipairs({ "u1", "u2" }) do
      admissions.begin(name)
      admissions.enter(name)
    end
    part("reports")(site, admissions, part("names")(admissions), part("plain"), function() return {} end)
    -- Anna reports Ben, and the site answers.
    function report(status, problem)
      core.report("u1", "Ben")
      if sent[#sent].address == "/api/server/report-categories" then
        sent[#sent].done({ { id = "Spam", name = "Spam" } }, 200, {})
      end
      fields(core.get_player_by_name("u1"), "baseplate:report", { send = "x", player = "1", category = "1", text = "Spams" })
      sent[#sent].done(nil, status, problem)
      return shown[#shown]
    end
  `)
})
const shownAfter = (status: number, problem = '{}') => mod.run(`return report(${status}, ${problem})`)

test('the report has the chosen player and reason', () => {
  shownAfter(204)
  expect(mod.run('local r = sent[2].value; return r.reporter .. r.reported .. r.category .. r.text')).toBe(
    '12SpamSpams',
  )
})

test.each([
  [204, '{}', 'Your report was sent to the moderators. Thank you.'],
  [
    400,
    '{ code = "reports.already" }',
    'You have already reported this player. A moderator will look at it.',
  ],
  [429, '{ code = "limits.reports" }', 'You have sent many reports. Try again later.'],
  [
    404,
    '{ code = "places.player_not_found" }',
    "This player can no longer be reported from the game. Use the player's page on the platform.",
  ],
  [
    403,
    '{ code = "players.session_not_found" }',
    'The platform does not know that you are here. Press Play again.',
  ],
  [
    400,
    '{ codes = { text = "input.too_long" } }',
    'The text of your report is too long. Type /report to write a shorter one.',
  ],
  [
    400,
    '{ codes = { category = "reports.category_missing" } }',
    'This reason can no longer be chosen. Type /report to choose another one.',
  ],
  [400, '{ code = "input.request_invalid" }', 'Reports cannot be sent at the moment. Try again later.'],
  [400, '{ codes = "text" }', 'Reports cannot be sent at the moment. Try again later.'],
  [429, '{}', 'Reports cannot be sent at the moment. Try again later.'],
  [503, '{}', 'Reports cannot be sent at the moment. Try again later.'],
  [0, '{}', 'Reports cannot be sent at the moment. Try again later.'],
])('after %i with %s, the player reads: %s', (status, problem, text) => {
  expect(shownAfter(status, problem)).toBe(`u1: ${text}`)
})

test('reasons are read again after one that can no longer be chosen', () => {
  const reads = () =>
    mod.run(
      'local n = 0; for _, r in ipairs(sent) do if r.address:find("categories") then n = n + 1 end end; return n',
    )
  shownAfter(204)
  shownAfter(400, '{ codes = { category = "reports.category_missing" } }')
  expect(reads()).toBe(1)
  shownAfter(204)
  expect(reads()).toBe(2)
})
