-- Leaderboards of the game that the platform keeps: docs/making/data.md. README.md describes the function for games.

local function nothing() end

local function escaped(name)
	return (name:gsub("[^%w%-_.~]", function(character) return ("%%%02X"):format(character:byte()) end))
end

--- @param send of requests.lua
--- @param names `number_of` of names.lua
return function(send, names)
	local run, count = ("%d-%.0f"):format(os.time(), core.get_us_time()), 0

	--- All attempts of a request have the same key, so that a sum counts a number once.
	local function put(path, body, done)
		count = count + 1
		send("PUT", "/api/server/data/" .. path, body, { ("Idempotency-Key: %s-%d-board"):format(run, count) }, done)
	end

	--- Returns a leaderboard of the game. The platform learns of it with the first score.
	--- @param about title, and optional: period ("none", "day", "week", "month") and keep ("best", "last", "sum")
	return function(store, about)
		local board, path, is_declared = {}, escaped(store), false
		local declaration = core.write_json({
			kind = "ordered",
			public = true,
			title = about.title,
			period = about.period,
			keep = about.keep,
		})

		--- Gives a player in the game a score, a whole number. `done(score, problem)`: the score that stays
		function board.score(name, value, done)
			done = done or nothing
			local number = names.number_of(name)
			if not number then return done(nil, "not a player") end
			local function fail(problem)
				core.log("warning", ("The score of %s in %s is not kept: %s"):format(name, store, problem))
				done(nil, problem)
			end
			local function store_score()
				put(("%s/player/%.0f"):format(path, number), ("%.0f"):format(value), function(response, problem)
					if problem then return fail(problem) end
					done(response.value)
				end)
			end
			if is_declared then return store_score() end
			put(path, declaration, function(_, problem)
				if problem then return fail(problem) end
				is_declared = true
				store_score()
			end)
		end

		return board
	end
end
