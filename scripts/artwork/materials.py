"""Materials. All are neutral, since src/demo/artwork/compose.ts adds the colours of each product. It needs three renders of every
pixel, so the channels are renders instead of colours: red is the plain picture, green the same with an absorbing liquid, blue the same
as red with a ground without diffuse reflection. One set of paths makes all three, so their noise cancels in ratios."""
import bpy

SIGMA = 1.1  # absorption of the liquid in the green channel, per unit of length


def _new(name, mask=None):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    tree = m.node_tree
    tree.nodes.clear()
    out = tree.nodes.new('ShaderNodeOutputMaterial')
    if mask:
        aov = tree.nodes.new('ShaderNodeOutputAOV')
        aov.name = 'glass' if mask is GLASS else 'mask'
        aov.inputs['Color'].default_value = (*mask, 1)
    return m, tree, out


def principled(name, mask, base=0.8, roughness=0.3, metallic=0.0, specular=0.5, coat=0.0, rgb=None):
    m, tree, out = _new(name, mask)
    b = tree.nodes.new('ShaderNodeBsdfPrincipled')
    b.inputs['Base Color'].default_value = (*(rgb or (base, base, base)), 1)
    b.inputs['Roughness'].default_value = roughness
    b.inputs['Metallic'].default_value = metallic
    b.inputs['Specular'].default_value = specular
    b.inputs['Clearcoat'].default_value = coat
    b.inputs['Clearcoat Roughness'].default_value = 0.06
    tree.links.new(b.outputs[0], out.inputs['Surface'])
    return m, tree, b


CAP, LABEL, METAL, GLASS = (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)


def metal(mask=CAP, roughness=0.22):
    return principled('metal', mask, 0.92, roughness, metallic=1.0)[0]


def lacquer(mask=CAP, roughness=0.32, coat=0.8):
    return principled('lacquer', mask, 0.85, roughness, coat=coat)[0]


def _ramp(tree, source, stops):
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[0].color = stops[0][0], (*[stops[0][1]] * 3, 1)
    ramp.color_ramp.elements[1].position, ramp.color_ramp.elements[1].color = stops[-1][0], (*[stops[-1][1]] * 3, 1)
    for at, v in stops[1:-1]:
        e = ramp.color_ramp.elements.new(at)
        e.color = (v, v, v, 1)
    tree.links.new(source, ramp.inputs[0])
    return ramp.outputs[0]


def stone(mask=CAP):
    m, tree, b = principled('stone', mask, 0.8, 0.3, coat=0.5)
    where = tree.nodes.new('ShaderNodeTexCoord')
    wave = tree.nodes.new('ShaderNodeTexNoise')
    wave.inputs['Scale'].default_value = 1.3
    wave.inputs['Detail'].default_value = 9
    wave.inputs['Distortion'].default_value = 1.6
    tree.links.new(where.outputs['Object'], wave.inputs['Vector'])
    colour = _ramp(tree, wave.outputs[0], [(0.3, 0.78), (0.46, 0.84), (0.5, 0.42), (0.54, 0.82), (0.8, 0.88)])
    tree.links.new(colour, b.inputs['Base Color'])
    return m


def wood(mask=CAP):
    m, tree, b = principled('wood', mask, 0.8, 0.42, specular=0.35)
    where = tree.nodes.new('ShaderNodeTexCoord')
    stretch = tree.nodes.new('ShaderNodeMapping')
    stretch.inputs['Scale'].default_value = (0.55, 2.2, 5.5)
    grain = tree.nodes.new('ShaderNodeTexNoise')
    grain.inputs['Scale'].default_value = 2.6
    grain.inputs['Detail'].default_value = 10
    grain.inputs['Roughness'].default_value = 0.62
    grain.inputs['Distortion'].default_value = 0.7
    tree.links.new(where.outputs['Object'], stretch.inputs['Vector'])
    tree.links.new(stretch.outputs[0], grain.inputs['Vector'])
    colour = _ramp(tree, grain.outputs[0], [(0.28, 0.26), (0.45, 0.55), (0.52, 0.7), (0.6, 0.6), (0.75, 0.9)])
    tree.links.new(colour, b.inputs['Base Color'])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = 0.05
    tree.links.new(grain.outputs[0], bump.inputs['Height'])
    tree.links.new(bump.outputs[0], b.inputs['Normal'])
    return m


def paper():
    return principled('paper', LABEL, 0.82, 0.6, specular=0.2)[0]


def ground():
    m, tree, b = principled('ground', None, rgb=(0.62, 0.62, 0.0), roughness=0.34, specular=0.32)
    return m


def glass(ior=1.5, mask=GLASS):
    m, tree, out = _new('glass', mask)
    b = tree.nodes.new('ShaderNodeBsdfGlass')
    b.inputs['IOR'].default_value = ior
    b.inputs['Roughness'].default_value = 0
    b.inputs['Color'].default_value = (0.985, 0.985, 0.985, 1)
    tree.links.new(b.outputs[0], out.inputs['Surface'])
    return m


def liquid(level):
    """Wet glass below the level (1.36 against 1.5), a free surface at it (1.36 against air)."""
    m, tree, out = _new('liquid')
    b = tree.nodes.new('ShaderNodeBsdfGlass')
    b.inputs['Roughness'].default_value = 0
    b.inputs['Color'].default_value = (1, 1, 1, 1)
    geometry = tree.nodes.new('ShaderNodeNewGeometry')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    tree.links.new(geometry.outputs['True Normal'], split.inputs[0])
    where = tree.nodes.new('ShaderNodeSeparateXYZ')
    tree.links.new(geometry.outputs['Position'], where.inputs[0])
    # The free surface is in the band just below the level. Its normal points upwards from either side.
    high = tree.nodes.new('ShaderNodeMath')
    high.operation = 'GREATER_THAN'
    high.inputs[1].default_value = level - 0.0405
    tree.links.new(where.outputs['Z'], high.inputs[0])
    steep = tree.nodes.new('ShaderNodeMath')
    steep.operation = 'ABSOLUTE'
    tree.links.new(split.outputs['Z'], steep.inputs[0])
    lying = tree.nodes.new('ShaderNodeMath')
    lying.operation = 'GREATER_THAN'
    lying.inputs[1].default_value = 0.45
    tree.links.new(steep.outputs[0], lying.inputs[0])
    both = tree.nodes.new('ShaderNodeMath')
    both.operation = 'MULTIPLY'
    tree.links.new(high.outputs[0], both.inputs[0])
    tree.links.new(lying.outputs[0], both.inputs[1])
    ior = tree.nodes.new('ShaderNodeMapRange')
    ior.inputs['To Min'].default_value = 1.36 / 1.5
    ior.inputs['To Max'].default_value = 1.36
    tree.links.new(both.outputs[0], ior.inputs['Value'])
    tree.links.new(ior.outputs[0], b.inputs['IOR'])
    tree.links.new(b.outputs[0], out.inputs['Surface'])
    volume = tree.nodes.new('ShaderNodeVolumeAbsorption')
    volume.inputs['Color'].default_value = (1, 0, 1, 1)
    volume.inputs['Density'].default_value = SIGMA
    tree.links.new(volume.outputs[0], out.inputs['Volume'])
    return m


def tube():
    return glass(1.12, GLASS)


def glow(strength, centre, reach):
    """An emitting backdrop: brightest at `centre` (0 to 1 across the card), with a long, soft fall-off that never reaches black."""
    m, tree, out = _new('glow')
    e = tree.nodes.new('ShaderNodeEmission')
    e.inputs['Strength'].default_value = strength
    tree.links.new(e.outputs[0], out.inputs['Surface'])
    where = tree.nodes.new('ShaderNodeTexCoord')
    shift = tree.nodes.new('ShaderNodeMapping')
    shift.vector_type = 'TEXTURE'
    shift.inputs['Location'].default_value = (*centre, 0)
    shift.inputs['Scale'].default_value = (*reach, 1)
    tree.links.new(where.outputs['Generated'], shift.inputs['Vector'])
    flat = tree.nodes.new('ShaderNodeVectorMath')
    flat.operation = 'MULTIPLY'
    flat.inputs[1].default_value = (1, 1, 0)
    tree.links.new(shift.outputs[0], flat.inputs[0])
    length = tree.nodes.new('ShaderNodeVectorMath')
    length.operation = 'LENGTH'
    tree.links.new(flat.outputs[0], length.inputs[0])
    # (1 + r^2) ^ -1.5
    square = tree.nodes.new('ShaderNodeMath')
    square.operation = 'MULTIPLY_ADD'
    square.inputs[2].default_value = 1
    tree.links.new(length.outputs['Value'], square.inputs[0])
    tree.links.new(length.outputs['Value'], square.inputs[1])
    power = tree.nodes.new('ShaderNodeMath')
    power.operation = 'POWER'
    power.inputs[1].default_value = -1.5
    tree.links.new(square.outputs[0], power.inputs[0])
    tree.links.new(power.outputs[0], e.inputs['Color'])
    return m
