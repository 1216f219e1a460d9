-- Text of players without the sequences with which the engine colours and translates text.

--- @param longest maximum number of bytes; nil: none
return function(text, longest)
	text = text:gsub("\27%([^)]*%)", ""):gsub("\27.?", ""):gsub("[%z\1-\31\127]", " ")
	if longest and #text > longest then
		-- The last character may be incomplete.
		text = text:sub(1, longest):gsub("[\192-\255]?[\128-\191]*$", "")
	end
	return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end
