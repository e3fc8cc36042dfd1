"""Bottles in their real colours, and the light of a banner, for banners.py."""
import math
import os

import bpy
from mathutils import Vector

import bottles
from props import linear


def paint(material, colour):
    for node in material.node_tree.nodes:
        if node.type == 'BSDF_PRINCIPLED':
            if node.inputs['Base Color'].is_linked:
                source = node.inputs['Base Color'].links[0].from_socket
                mix = material.node_tree.nodes.new('ShaderNodeMixRGB')
                mix.blend_type = 'MULTIPLY'
                mix.inputs[0].default_value = 1
                mix.inputs[2].default_value = (*linear(colour), 1)
                material.node_tree.links.new(source, mix.inputs[1])
                material.node_tree.links.new(mix.outputs[0], node.inputs['Base Color'])
            else:
                node.inputs['Base Color'].default_value = (*linear(colour), 1)


def fill(material, colour):
    sigma = [-math.log(min(0.98, max(0.01, v))) for v in linear(colour)]
    for node in material.node_tree.nodes:
        if node.type == 'VOLUME_ABSORPTION':
            node.inputs['Density'].default_value = max(sigma)
            node.inputs['Color'].default_value = (*[1 - s / max(sigma) for s in sigma], 1)


def dress_label(material, file):
    tree = material.node_tree
    shader = next(n for n in tree.nodes if n.type == 'BSDF_PRINCIPLED')
    picture = tree.nodes.new('ShaderNodeTexImage')
    picture.image = bpy.data.images.load(os.path.abspath(file))
    tree.links.new(picture.outputs['Color'], shader.inputs['Base Color'])


def stand(family, at, turn, cap, collar, liquid, label=None):
    before = set(bpy.data.objects)
    bottles.FAMILIES[family]()
    for thing in set(bpy.data.objects) - before:
        thing.rotation_euler.z = math.radians(turn)
        thing.location = Vector(at)
        for slot in thing.material_slots:
            if thing.name.startswith('cap'):
                paint(slot.material, cap)
            elif thing.name.startswith(('collar', 'seat')):
                paint(slot.material, collar)
            elif thing.name.startswith('liquid'):
                fill(slot.material, liquid)
            elif thing.name.startswith('label') and label:
                dress_label(slot.material, label)


def warm(name, colour, gain=1.0):
    lamp = bpy.data.objects[name].data
    lamp.color = linear(colour)
    lamp.energy *= gain


def evening(ground, wall, strength=1.35, x=2.6, z=4.4):
    """A dark polished table with a glow behind it. The five colours lead from the darkest to the brightest part of the wall."""
    material = bpy.data.objects['ground'].material_slots[0].material
    paint(material, ground)
    for node in material.node_tree.nodes:
        if node.type == 'BSDF_PRINCIPLED':
            node.inputs['Roughness'].default_value = 0.24
            node.inputs['Specular'].default_value = 0.5
    backdrop = bpy.data.objects['backdrop']
    backdrop.location.x, backdrop.location.z = x, z
    tree = backdrop.material_slots[0].material.node_tree
    emission = next(n for n in tree.nodes if n.type == 'EMISSION')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    stops = ramp.color_ramp
    stops.interpolation = 'B_SPLINE'
    stops.elements[0].position, stops.elements[0].color = 0.0, (*linear(wall[0]), 1)
    stops.elements[1].position, stops.elements[1].color = 1.0, (*linear(wall[4]), 1)
    for at, code in zip((0.12, 0.4, 0.75), wall[1:4]):
        stops.elements.new(at).color = (*linear(code), 1)
    link = emission.inputs['Color'].links[0].from_socket
    tree.links.new(link, ramp.inputs[0])
    tree.links.new(ramp.outputs[0], emission.inputs['Color'])
    emission.inputs['Strength'].default_value = strength
    # The frame is wider than that of a product, so the cards and their reflections in the table move outwards.
    bpy.data.objects['hair'].location.x = -6.6
    bpy.data.objects['strip'].location.x = 6.4
    bpy.data.objects['kick'].location.x = 8.0


