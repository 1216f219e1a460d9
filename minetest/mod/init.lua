core.log("action", "[baseplate] place " .. core.settings:get("baseplate.place"))
